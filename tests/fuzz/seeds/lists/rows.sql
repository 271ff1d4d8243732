INSERT INTO w (id, word) VALUES (1, 'cigar'), (2, 'it''s');
