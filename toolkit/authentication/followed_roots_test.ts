import { makeAuthority } from "../certificates/mod.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { followedRoots, overlap } from "./followed_roots.ts";

Deno.test("followedRoots() gives what the file says, or said last that can be used", async () => {
  const path = await Deno.makeTempFile();
  const stop = new AbortController();
  const follow = () =>
    followedRoots("client-ca-file", path, {
      clock: new FakeClock(),
      logger: silentLogger,
      signal: stop.signal,
    });
  const names: string[] = [];
  try {
    await assertRejects(follow, /^--client-ca-file: \S+: .*no certificate/);
    const [one, other] = await Promise.all(
      ["one", "other"].map((name) => makeAuthority(name, new Date())),
    );
    await Deno.writeTextFile(path, one?.certificate ?? "");
    const roots = await follow();
    const said = () => roots.current.certificates.map(({ commonName }) => commonName).join();
    names.push(said());
    const first = roots.current;
    for (const text of [other?.certificate, "nothing", one?.certificate]) {
      await Deno.writeTextFile(path, text ?? "");
      await roots.look();
      names.push(said());
    }
    assertEquals(names, ["one", "other", "other", "one"]);
    assert(overlap(first, roots.current));
  } finally {
    stop.abort();
    await Deno.remove(path);
  }
});
