/** Whose authorities the publisher publishes, as the process is told. */
import { rootCaPublisher } from "../../controllers/root_ca_publisher.ts";
import { serviceAccountTokens } from "../../controllers/serviceaccount_token.ts";
import type { ProcessParts } from "../../controllers/process_controller.ts";
import { ConfigMap } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { makeAuthority } from "../../toolkit/certificates/mod.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { Mortal } from "./mortal.ts";

async function published(file: string, authorities: string | undefined): Promise<string> {
  await using env = await testEnv({ controllers: ["namespace", "garbagecollector"] });
  const settings = { values: { "root-ca-file": file }, authorities };
  await using mortal = new Mortal(
    env,
    (parts) => rootCaPublisher.make({ ...parts, ...settings } as ProcessParts) as Runnable,
    { how: "killed", at: Infinity },
  );
  await mortal.settle("1s");
  const map = await env.client.get(ConfigMap, "kube-root-ca.crt");
  return map.data!["ca.crt"]!;
}

Deno.test("the publisher publishes what its file says, else what the process trusts itself", async () => {
  const file = await Deno.makeTempFile();
  try {
    const { certificate } = await makeAuthority("test-ca", new Date());
    await Deno.writeTextFile(file, `# ours\n${certificate}`);
    assertEquals(await published(file, "OWN"), `# ours\n${certificate}`);
    assertEquals(await published("", "OWN"), "OWN");
  } finally {
    await Deno.remove(file);
  }
  const neither = { values: { "root-ca-file": "" }, authorities: undefined } as ProcessParts;
  assertEquals(rootCaPublisher.make(neither), undefined);
});

Deno.test("no authorities are published or put into secrets that are none", async () => {
  const file = await Deno.makeTempFile();
  const { certificate, key } = await makeAuthority("test-ca", new Date());
  const values = { "root-ca-file": file, "service-account-private-key-file": "/key" };
  try {
    const broken = certificate.replaceAll(/^M/gm, "A");
    for (const text of ["", "OF A FILE", key, broken, `${certificate}${broken}`]) {
      await Deno.writeTextFile(file, text);
      for (const { make } of [rootCaPublisher, serviceAccountTokens]) {
        assertThrows(() => make({ values } as ProcessParts), /^--root-ca-file: /);
      }
    }
  } finally {
    await Deno.remove(file);
  }
});
