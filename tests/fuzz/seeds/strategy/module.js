// a strategy for the toy game
export const tree = {
  guess: 'eiked', /* wins never */
  map: {
    BBBGB: `cruel`, BYBGB: {guess: "crier", map: {}}, BYBGG: 'cried', YBBBB: 'cress',
    YBBBY: 'credo', YBBGB: 'creep', YBBGG: 'creed', YBYGB: 'creek',
  },
};
module.exports = { tree };
