"""The story of a table: its entries drawn, sifted, and told as an evening."""
