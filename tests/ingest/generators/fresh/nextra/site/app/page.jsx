export default function Home() { return <main><h1>Home of dye</h1></main> }
