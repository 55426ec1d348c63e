/**
 * The process that the launcher of the API server runs.
 *
 * @module
 */

// The server is none of the toolkit's: it is loaded when this runs, as commands are.
if (import.meta.main) {
  const { main } = await import("../../../../apiserver/envtest.ts");
  Deno.exit(await main(Deno.args, Deno.env.toObject()));
}
