from wordle_cp._native import *
