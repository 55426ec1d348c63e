import { type Client, createClient } from "../../mod.ts";
import { assertEquals } from "../deps/assert.ts";

const STREAMS: readonly (readonly [
  name: string,
  open: (client: Client) => Promise<ReadableStream<Uint8Array>>,
])[] = [
  ["fetch()", async (client) => (await client.fetch("/version")).body!],
  ["logs()", (client) => client.logs("p")],
];

for (const [name, open] of STREAMS) {
  for (const isRead of [false, true]) {
    const when = isRead ? "in the middle" : "before anything was read";
    Deno.test(`${name} gives up the answer of its transport when its body is cancelled ${when}`, async () => {
      let givenUp = 0;
      const fetch = () => {
        const body = new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(9));
          },
          cancel: () => void givenUp++,
        });
        return Promise.resolve(new Response(body));
      };
      const options = {
        transport: { fetch },
        dialect: "kubernetes",
        namespace: "default",
      } as const;
      await using client = await createClient(options);
      const reader = (await open(client)).getReader();
      if (isRead) assertEquals((await reader.read()).value?.length, 9);
      await reader.cancel();
      assertEquals(givenUp, 1);
    });
  }
}
