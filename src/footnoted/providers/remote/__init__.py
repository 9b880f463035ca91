"""What calls to other machines share: a proxy, another try, and a rest for what is down."""
