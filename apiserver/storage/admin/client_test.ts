import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { adminBehind, type RemoteAdmin } from "./client.ts";

const BROKEN = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{";
const GARBLED = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<html";

const report = (admin: RemoteAdmin) => admin.report();
const compact = (admin: RemoteAdmin) => admin.compact();
const get = (admin: RemoteAdmin) => admin.get("/a");

const ANSWERS: Record<
  string,
  [answer: string, ask: (admin: RemoteAdmin) => Promise<unknown>, message: string]
> = {
  "a report ends early": [BROKEN, report, "broke off its answer"],
  "a compaction's revision ends early": [BROKEN, compact, "broke off its answer"],
  "a value ends early": [BROKEN, get, "broke off its answer"],
  "an error ends early": [BROKEN.replace("200 OK", "422 No"), report, "broke off its answer"],
  "a report is none": [GARBLED, report, "gave an answer that can't be read"],
  "an error is none": [GARBLED.replace("200 OK", "500 No"), get, "gave an answer that can't be"],
};

for (const [name, [answer, ask, message]] of Object.entries(ANSWERS)) {
  Deno.test(`adminBehind() throws an error of stores when ${name}`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const path = `${folder}/store.sock`;
      using listener = Deno.listen({ transport: "unix", path });
      const answered = (async () => {
        using connection = await listener.accept();
        await connection.read(new Uint8Array(4096));
        await connection.write(new TextEncoder().encode(answer));
      })();
      const admin = adminBehind(path);
      const error = await assertRejects(
        () => ask(admin),
        `the process that holds the store ${message}`,
      );
      assertEquals(error.name, "StoreError");
      await answered;
      admin.close();
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
