export default function Home() {
  return <h1>Bare page</h1>;
}
