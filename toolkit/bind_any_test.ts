import { bindAny } from "./bind_any.ts";
import { assertEquals, assertRejects } from "./deps/assert.ts";

/** Fails for IPv6 with a code, and tells what was tried. */
function binding(code: string) {
  const tried: string[] = [];
  const bind = (hostname: string) => {
    tried.push(hostname);
    if (hostname === "::") throw new Error("no", { cause: Object.assign(new Error(), { code }) });
    return "bound";
  };
  return { tried, bind };
}

Deno.test("bindAny() binds both families at once", async () => {
  assertEquals(await bindAny((hostname) => hostname), "::");
});

Deno.test("bindAny() binds the older family where there is no other", async () => {
  for (const code of ["EAFNOSUPPORT", "EADDRNOTAVAIL"]) {
    const { tried, bind } = binding(code);
    assertEquals([await bindAny(bind), ...tried], ["bound", "::", "0.0.0.0"]);
  }
});

Deno.test("bindAny() fails as what it tries does", async () => {
  const { tried, bind } = binding("EADDRINUSE");
  await assertRejects(() => bindAny(bind), /no/);
  assertEquals(tried, ["::"]);
});
