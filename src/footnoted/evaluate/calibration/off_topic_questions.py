"""Questions about many subjects. Nearly all are foreign to any one book, so they show how foreign questions score."""

OFF_TOPIC_QUESTIONS = tuple(
    line.strip()
    for line in """
    How long should a sourdough loaf rest before it goes into the oven?
    Which side moves first in a game of chess?
    What is the offside rule in football?
    How do bees decide where to build a new hive?
    Who painted the ceiling of the Sistine Chapel?
    What causes the tides to rise and fall twice a day?
    How is a mortgage different from a personal loan?
    When did the Berlin Wall come down?
    Which vitamins does a person get from sunlight?
    How many strings does a cello have?
    What does a catalytic converter do in a car?
    How do I keep tomato plants from wilting in hot weather?
    Who wrote the novel about the white whale?
    What is the difference between weathering and erosion?
    How does a heat pump warm a house in winter?
    Why do cats purr?
    What is the boiling point of ethanol at sea level?
    How are Olympic host cities chosen?
    What does a notary public do?
    Which countries share a border with Mongolia?
    How do you change the oil in a motorcycle?
    What is the plot of Romeo and Juliet?
    How does a vaccine teach the immune system?
    What is a good opening bid in bridge?
    How many bones are there in the adult human body?
    What rights does a tenant have when the landlord sells the flat?
    How is silk made?
    Why did the Roman Republic become an empire?
    What is the best way to remove red wine from a carpet?
    How does a hash table resolve collisions?
    What is the difference between a crocodile and an alligator?
    How do airlines set the price of a ticket?
    Which muscles does rowing train?
    What happens inside a star when its hydrogen runs out?
    How do I fold a fitted sheet?
    What is compound interest?
    How does photosynthesis store energy?
    Who was the first person to reach the South Pole?
    What are the rules for tipping in restaurants abroad?
    How do coral reefs form?
    Which chords make up a twelve-bar blues?
    What is the function of the hippocampus?
    How do I write a cover letter for a first job?
    What is the smallest prime number above one hundred?
    How is cheese aged in a cellar?
    What does a judge consider when setting bail?
    How do glaciers shape valleys?
    Why is the sky blue?
    What is the difference between TCP and UDP?
    How often should a horse be shod?
    What was the cause of the First World War?
    How do I season a cast-iron pan?
    What does inflation do to savings?
    How does a sewing machine make a stitch?
    Which planets have rings?
    What is a haiku?
    How do antibiotics kill bacteria?
    What is the minimum wage and who sets it?
    How do I train a puppy to come when called?
    What are the main ingredients of concrete?
    """.strip().splitlines()
)
