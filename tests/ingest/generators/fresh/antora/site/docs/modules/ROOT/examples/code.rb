# tag::main[]
puts 1
# end::main[]
puts 2
