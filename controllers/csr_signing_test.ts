import { assertEquals, assertThrows } from "../toolkit/deps/assert.ts";
import { parseFlags } from "../toolkit/flags/mod.ts";
import { signerFiles } from "./csr_signing.ts";
import { controllerManagerFlags } from "./flags/mod.ts";

const files = (...args: string[]) => signerFiles(parseFlags(controllerManagerFlags, args).values);

Deno.test("signerFiles() has the pair of all signers, or of those that have their own", () => {
  assertEquals(files(), []);
  const shared = files("--cluster-signing-cert-file=c", "--cluster-signing-key-file=k");
  assertEquals(shared.map(({ certFile, keyFile }) => certFile + keyFile), ["ck", "ck", "ck", "ck"]);
  assertEquals(
    files(
      "--cluster-signing-kubelet-serving-cert-file=c",
      "--cluster-signing-kubelet-serving-key-file=k",
    ),
    [{ signer: "signerNodeAgentServing", certFile: "c", keyFile: "k" }],
  );
});

Deno.test("signerFiles() refuses half of a pair, and pairs of both kinds, naming the flags", () => {
  assertThrows(
    () => files("--cluster-signing-key-file=k"),
    "--cluster-signing-cert-file and --cluster-signing-key-file must be given together",
  );
  assertThrows(
    () => files("--cluster-signing-legacy-unknown-cert-file=c"),
    "--cluster-signing-legacy-unknown-cert-file and --cluster-signing-legacy-unknown-key-file must",
  );
  assertThrows(
    () => files("--cluster-signing-cert-file=c", "--cluster-signing-kubelet-serving-cert-file=c"),
    "at the same time",
  );
});
