"""Commands of every table, by what they are about; `index` lists them all."""
