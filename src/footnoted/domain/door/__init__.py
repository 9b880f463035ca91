"""What only the doors need: keys, what is kept between requests, how the parts are doing."""
