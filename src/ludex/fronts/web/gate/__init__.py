"""Between the network and a page: what every request keeps to, who reads, where a request belongs."""
