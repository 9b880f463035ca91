"""Questions by kind: about stories, software, and so on, each about a text that is not this book.

A book takes questions of its own kind for its own more often than others: these show by how much.
"""

from __future__ import annotations

SAME_KIND_QUESTIONS = {
    kind: tuple(line.strip() for line in lines.strip().splitlines())
    for kind, lines in {
        "stories": """
            Why did the baker's daughter hide the silver key under the floor?
            What did the ferryman ask for in return for crossing the river at night?
            How did the hedgehog get the wolf to leave the cottage?
            What happened after the lamp went out in the tower?
            Who found the lost boy in the snow?
            Why was the giant so sad when the children stopped visiting?
            Where did the twins bury the box their grandmother left them?
            How did the tailor feel when he saw his empty shop?
            What was wrong with the third horse?
            Why did Ormelin refuse to marry the prince from the islands?
            What did the crow drop into the well?
            How did the soldier get past the sleeping dragon?
            What did the schoolmaster say when he learned who had broken the window?
            Who was really wearing the bear skin?
            Why couldn't the princess speak for seven years?
            What happened because the shepherd forgot to close the gate?
            Where was the captain hiding when the pirates came aboard?
            What made the old clockmaker finally forgive his brother?
            How did the mouse repay the lion tamer?
            Why did the villagers think that the widow was a witch?
            What did Pella see through the crack in the barn door?
            What was the boy most afraid of on his first night at the lighthouse?
            How many wishes did the fish grant, and which one was wasted?
            Why did the goose girl cry every evening by the gate?
        """,
        "software": """
            How do I create a partial index in PostgreSQL?
            redis maxmemory eviction policy default
            What does the --force-with-lease option do in git push?
            How can I return a custom 404 page in Flask?
            nginx proxy_pass trailing slash behaviour
            Why does my Django migration fail with InconsistentMigrationHistory?
            How do you request camera permission at runtime on Android with Kotlin?
            swiftui navigationstack pop to root
            How do I detect a collision between two Area2D nodes in Godot?
            What is the default tick rate in FreeRTOS and where is it configured?
            arduino attachinterrupt allowed pins
            Which blending function should I set in OpenGL for premultiplied alpha?
            How do I freeze all layers except the last one in a PyTorch model?
            keras early stopping restore best weights
            How to use a pivot table to count distinct values in Excel?
            Can LibreOffice Calc open a CSV with semicolons as separators by default?
            What port does MongoDB listen on unless told otherwise?
            How do I mount a host directory read-only in a Docker container?
            kubectl rollout undo to specific revision
            What happens if a Kubernetes liveness probe fails three times?
            How can I make curl follow redirects and keep the POST method?
            ffmpeg extract audio without reencoding
            How do I share a struct between threads in Rust without cloning it?
            What is the difference between a slice and an array in Go?
        """,
        "science": """
            What is the role of the Golgi apparatus in a cell?
            How does competitive inhibition change the Km of an enzyme?
            Why do ionic compounds have high melting points?
            What causes the seasons on Earth?
            How is the pH of a buffer solution calculated?
            State the law of conservation of angular momentum.
            What happens to the wavelength of light when it enters a denser medium?
            How do stomata open and close?
            Why is water denser at 4 degrees Celsius than as ice?
            What evidence supports the theory of plate tectonics?
            How do astronomers use parallax to measure the distance to nearby stars?
            difference between meiosis and mitosis
            What is the function of the loop of Henle?
            Which quantum numbers describe an electron in a 3d orbital?
            How does a catalyst lower the activation energy of a reaction?
            What is the difference between speed and velocity?
            Why does the Moon always show the same face to us?
            How are metamorphic rocks formed?
            What is the Hardy-Weinberg equilibrium and what does it assume?
            Explain why noble gases are largely unreactive.
            How does a transformer step up voltage?
            What determines whether a star ends as a white dwarf or a neutron star?
            How do nitrogen-fixing bacteria benefit legumes?
            What is meant by the half-life of a radioactive isotope?
        """,
        "people": """
            What is the difference between classical and operant conditioning?
            How does Maslow order human needs?
            What is meant by price elasticity of demand?
            Why do monopolies produce less than competitive markets?
            How does cognitive dissonance lead people to change their attitudes?
            What did Durkheim mean by anomie?
            Which functions do political parties perform in a democracy?
            What are the advantages of a matrix organization?
            How does formative assessment differ from summative assessment?
            What is the zone of proximal development?
            opportunity cost definition and example
            Why do bystanders fail to help in an emergency?
            How do central banks control inflation?
            What is the difference between a unitary and a federal state?
            How does transformational leadership differ from transactional leadership?
            What are the stages of group development?
            How do sociologists define social stratification?
            What is the glass ceiling?
            Why does a price ceiling below equilibrium create a shortage?
            What are the Big Five personality traits?
            How does proportional representation affect the number of parties in parliament?
            What is the hidden curriculum in schools?
            How do firms decide how many workers to hire?
            Which parenting style is linked to the best outcomes for adolescents?
        """,
        "history": """
            When did Constantinople fall to the Ottomans?
            Who succeeded Elizabeth I on the English throne?
            What were the main terms of the Treaty of Westphalia in 1648?
            In which year did Marie Curie win her second Nobel Prize?
            What is the longest river in Asia?
            Who painted the ceiling of the Sistine Chapel?
            Why did Napoleon invade Russia in 1812?
            Which country hosted the first football World Cup?
            What are the Five Pillars of Islam?
            Where was Simón Bolívar born?
            How did the Meiji Restoration change Japanese society?
            capital of the Inca Empire
            Who commanded the Union army at the Battle of Gettysburg?
            What style of architecture is the cathedral of Chartres built in?
            When was the Suez Canal opened?
            How many Olympic gold medals did Jesse Owens win in Berlin?
            What role did Toussaint Louverture play in the Haitian Revolution?
            Which lake forms the source of the White Nile?
            Who founded the Maurya Empire, and how did his grandson Ashoka change its policy after the war in Kalinga?
            What led to the partition of India in 1947?
            In what year did the Berlin Wall come down?
            Which school did Frida Kahlo attend before her accident?
            What does Buddhism teach about the cause of suffering?
            Who was the first European to sail to India around the Cape?
        """,
        "health and law": """
            What are the early symptoms of type 1 diabetes in children?
            How many days of paid leave do I get in my first year?
            What is the maximum daily dose of paracetamol for an adult?
            When does a contract become voidable because of misrepresentation?
            Does the policy cover water damage caused by a burst pipe?
            Who must sign an expense report before it is paid?
            What is the deadline for filing an amended tax return?
            How is deep vein thrombosis diagnosed?
            What side effects should be reported when taking warfarin?
            Can an employer dismiss someone during sick leave?
            What elements must be proven in a negligence claim?
            home office deduction requirements
            How soon must an accident at work be reported to the supervisor?
            Which vaccinations are recommended during pregnancy?
            What is the excess on a comprehensive car insurance claim?
            May employees accept gifts from suppliers?
            How is child support calculated after a divorce?
            What is the first-line treatment for mild hypertension?
            What notice must a landlord give before entering the flat?
            Is overtime paid to part-time staff?
            What happens to my health insurance if I leave the company?
            How should a second-degree burn be dressed?
            What is the difference between a misdemeanour and a felony?
            Which expenses can a self-employed person deduct from income?
        """,
        "crafts": """
            How long should bread dough rise before shaping?
            When is the best time to prune apple trees?
            How do I stop a tap from dripping?
            What knot should I use to tie a boat to a post?
            Why do my tomatoes split on the vine?
            How do you sharpen a chisel on an oil stone?
            What can I use instead of buttermilk in pancakes?
            How often should the oil in a lawn mower be changed?
            How do I remove red wine stains from a wool carpet?
            Which wood is best for a garden bench?
            How do I cast on stitches for a sock?
            proper tyre pressure for a touring bicycle
            What causes a chainsaw to cut crooked?
            How can I keep slugs away from lettuce without poison?
            How thick should the mortar bed be under floor tiles?
            At what temperature does sugar syrup reach the soft ball stage?
            How do I pitch a tent on sandy ground?
            Why does my sewing machine skip stitches?
            How deep should tulip bulbs be planted?
            What is the safest way to light a fire with wet wood?
            How do I clean a paintbrush after using oil paint?
            How much salt is needed to pickle two kilos of cucumbers?
            What should I check first if the car will not start on a cold morning?
            replacing the belt on a tumble dryer
        """,
        "papers": """
            Which baselines did the authors compare their parser with?
            How many participants completed the second session?
            What loss function is used to train the decoder?
            On which languages was the tagger evaluated?
            How large is the annotated corpus?
            What was the inter-annotator agreement?
            Did the treatment group recover faster than the placebo group?
            What exclusion criteria were applied to the patients?
            How was soil moisture measured at the field sites?
            What improvement in F1 does the attention layer bring?
            Which pretrained embeddings initialise the model?
            What limitations do the authors admit?
            How were the mice randomised?
            What statistical test was used to compare the survival curves?
            Where do the satellite images come from?
            ablation results without data augmentation
            Is the code released?
            How do the authors define user engagement?
            What is the main contribution of this work?
            Which crowdsourcing platform was used to collect the labels?
            How does the proposed sampler scale with the number of dimensions?
            What mesh resolution was used in the flow simulation?
            What hypothesis about bird migration does the study test?
            How many households answered the survey, and what was the response rate?
        """,
    }.items()
}
