/** The state folder of `orch up`: of one dialect, damaged, somebody else's, far away. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ask, orch, Place, steps, Up } from "./place.ts";

Deno.test("a folder that is no state folder is neither used nor deleted", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/letter`, "dear");
    for (const args of [["up", "--port=0"], ["down"], ["status"], ["reset", "--yes"]]) {
      const { code, err } = await orch(...args, `--state=${folder}`);
      assertEquals(code, 1, args.join(" "));
      assert(err.includes(`${folder} is not a state folder of orch up`), err);
    }
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["letter"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("orch up works where a socket in the state folder would have too long a path", async () => {
  const folder = await Deno.makeTempDir();
  const state = `${folder}/${"long ".repeat(30)}, and more`;
  try {
    await using up = new Up(["up", `--state=${state}`, "--port=0", "--bind-address=::1"]);
    await up.line(/^Ready after .* at https:\/\/\[::1\]:\d+/);
    await up.line(/export KUBECONFIG='.*, and more\/config\/admin.yaml'/);
    const { code, err } = await orch("status", `--state=${state}`);
    assertEquals([code, err], [0, ""]);
    assertEquals((await orch("down", `--state=${state}`)).code, 0);
    assertEquals((await up.ended()).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a state is kept from what does not fit it", async (t) => {
  const step = steps(t);
  await using place = new Place();
  await step("it is of one dialect, and so is a store", async () => {
    await using elsewhere = new Place();
    {
      await using _ = await place.ready("--api-dialect=orch");
      const { status } = await ask(place, "admin", "/api/v1/namespaces/orch-system");
      assertEquals(status, 200);
    }
    const other = await place.up("--api-dialect=kubernetes").ended();
    assertEquals([other.code, other.err.includes("was made with --api-dialect=orch")], [1, true]);
    // Its name need not be said again.
    {
      await using _ = await place.ready();
      const { out } = await place.orch("status");
      assert(/dialect +orch/.test(out), out);
    }
    const store = await elsewhere.up(`--store-servers=file:${place.state}/store.kv`).ended();
    assertEquals(store.code, 1);
    assert(
      store.err.includes("the API server ended with exit code 1 before it was ready"),
      store.err,
    );
    assert(
      store.err.includes(
        "made with --api-dialect=orch and can't be opened with --api-dialect=kube",
      ),
      store.err,
    );
  });
  await step("where it is damaged it is refused, with the file that is damaged", async () => {
    const cases: [file: string, message: string][] = [
      ["pki/ca.crt", "pki/ca.crt can't be used"],
      ["store.kv", "before it was ready:"],
      ["orch-state.json", "orch-state.json is damaged"],
    ];
    for (const [file, message] of cases) {
      const path = `${place.state}/${file}`;
      const kept = await Deno.readFile(path);
      await Deno.writeTextFile(path, "damaged\n".repeat(1000));
      const { code, err } = await place.up().ended();
      assertEquals(code, 1, file);
      assert(err.includes(message), `${file}: ${err}`);
      await Deno.writeFile(path, kept);
    }
    await place.ready().then((up) => up[Symbol.asyncDispose]());
  });
  await step("where the key of its secrets is lost no other takes its place", async () => {
    const path = `${place.state}/pki/encryption.yaml`;
    const kept = await Deno.readFile(path);
    await Deno.remove(path);
    for (const flags of [[], ["--open"]]) {
      const { code, err } = await place.up(...flags).ended();
      assertEquals(code, 1, flags.join());
      assert(err.includes("pki/encryption.yaml is missing: the secrets"), err);
    }
    await Deno.writeFile(path, kept);
    await place.ready().then((up) => up[Symbol.asyncDispose]());
  });
});
