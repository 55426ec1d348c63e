/** Configuration files that differ in one place from one that is right: the reference takes those that ours takes. */

import { readPodSecuritySettings } from "../../apiserver/admission/podsecurity/settings.ts";
import { readPolicy } from "../../apiserver/audit/policy.ts";
import { readAuthentication } from "../../apiserver/authentication/configuration/configuration.ts";
import { readAuthorizers } from "../../apiserver/authorization/configuration/configuration.ts";
import { readEgressSelections } from "../../apiserver/egress/configuration.ts";
import { DIRECTLY } from "../../apiserver/egress/mod.ts";
import { readEncryptionRules } from "../../apiserver/encryption/configuration.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { changedFiles } from "./changed_files.ts";
import { answersOfReference, CONFIGURATION_ORACLE } from "./oracle.ts";
import { SAMPLE_FILES } from "./sample_files.ts";

const NAME = "configuration files are judged as by the reference";

/** Of the kinds of samples, how a file is read: throws where it can't be used. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  AuthenticationConfiguration: (text) =>
    readAuthentication(text, {
      dialect: "kubernetes",
      taken: ["https://taken.example.com"],
      egress: DIRECTLY,
    }),
  AuthorizationConfiguration: (text) =>
    readAuthorizers(text, {
      dialect: "kubernetes",
      types: ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"],
    }),
  EncryptionConfiguration: (text) => readEncryptionRules(text, "kubernetes"),
  EgressSelectorConfiguration: (text) => readEgressSelections(text, "kubernetes"),
  Policy: (text) => readPolicy(text, "kubernetes", () => {}),
  PodSecurityConfiguration: (text) =>
    readPodSecuritySettings({ value: JSON.parse(text), where: "the file" }, "kubernetes"),
};

/** What ours refuses and the reference takes, or refuses later, by what ours says. */
const ON_PURPOSE: readonly (readonly [why: string, said: RegExp])[] = [
  ["what maps a claim must be a text to name anybody", /must evaluate to string .*but got bool/],
  ["it is refused there once authorizers are made", /^expected name (node|rbac) for authorizer/],
  ["names of keys stand between colons in what is stored", /key.*: must not contain ':'/],
  ["plugins of version 1 are off there, too", /unsupported apiVersion v1 for KMS provider/],
  ["it is refused there once resources are encrypted", /is masked by earlier rule/],
  ["without its version or kind nobody knows what a policy is", /must hold kind "Policy"/],
];

await CONFIGURATION_ORACLE.test(NAME, async (context) => {
  for (const { kind, content } of SAMPLE_FILES) {
    await context.step(kind, () => compareFiles(kind, content));
  }
});

async function compareFiles(kind: string, sample: unknown): Promise<void> {
  const files = [{ name: "as it is", content: sample }, ...changedFiles(sample)];
  const texts = files.map(({ content }) => JSON.stringify(content));
  const theirs = await answersOfReference(texts.map((text) => ({ kind, text })));
  assertEquals(theirs[0], "", "the sample is right");
  const different: string[] = [];
  for (const [index, { name }] of files.entries()) {
    const ours = await problemOf(READERS[kind]!, texts[index]!);
    const other = theirs[index]!;
    if ((ours === "") === (other === "") || isOnPurpose(ours)) continue;
    different.push(`${name}\n  ours ${ours}\n  the reference's ${other}`);
  }
  assertEquals(different, []);
}

function isOnPurpose(said: string): boolean {
  return said !== "" && ON_PURPOSE.some(([, pattern]) => pattern.test(said));
}

/** What ours says is wrong with a file; "": nothing. */
async function problemOf(read: (text: string) => unknown, text: string): Promise<string> {
  try {
    await read(text);
    return "";
  } catch (error) {
    return String((error as Error).message);
  }
}
