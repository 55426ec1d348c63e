/**
 * Files that command lines name: those that are right for some flag, and those that are for none.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { SAMPLE_FILES as CONFIGURATIONS } from "../configuration/sample_files.ts";

/** Stands in command lines for the folder that the files are in. */
export const FOLDER = "FOLDER";

/** Where there is no file. */
export const MISSING = `${FOLDER}/missing`;

/** Files that are right for no flag, or for few. */
export const WRONG_FILES = [MISSING, `${FOLDER}/empty`, `${FOLDER}/rubbish`, FOLDER];

const CLIENT = {
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1/judge" } }],
  users: [{ name: "u", user: {} }],
  contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  "current-context": "x",
};

const POLICY = {
  apiVersion: "abac.authorization.kubernetes.io/v1beta1",
  kind: "Policy",
  spec: { user: "jane", namespace: "*", resource: "*", apiGroup: "*" },
};

/** Without a proxy over TCP that has no TLS: the reference's program ends where there is one. */
const EGRESS = {
  apiVersion: "apiserver.k8s.io/v1beta1",
  kind: "EgressSelectorConfiguration",
  egressSelections: [
    { name: "etcd", connection: { proxyProtocol: "Direct" } },
    {
      name: "cluster",
      connection: {
        proxyProtocol: "HTTPConnect",
        transport: { uds: { udsName: "/tmp/proxy.sock" } },
      },
    },
  ],
};

const ENCRYPTION = {
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "EncryptionConfiguration",
  resources: [{
    resources: ["secrets"],
    providers: [
      { aesgcm: { keys: [{ name: "key1", secret: "c2VjcmV0IGlzIHNlY3VyZQ==" }] } },
      { identity: {} },
    ],
  }],
};

const ADMISSION = {
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AdmissionConfiguration",
  plugins: [],
};

/** Writes them into a folder. */
export async function writeSampleFiles(folder: string): Promise<void> {
  const now = new Date();
  const authority = await makeAuthority("test-ca", now);
  const hosts = ["127.0.0.1", "a.example.com"];
  const [one, other] = await Promise.all(
    [1, 2].map(() => makeCertificate({ commonName: "apiserver", hosts, now }, authority)),
  );
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const files: Readonly<Record<string, string>> = {
    "empty": "",
    "rubbish": "{rubbish: [",
    "ca.crt": authority.certificate,
    "server.crt": one!.certificate,
    "server.key": one!.key,
    "other.key": other!.key,
    "apiserver.crt": one!.certificate,
    "apiserver.key": one!.key,
    "rsa.key": keys.privateKey,
    "rsa.pub": keys.publicKey,
    "tokens.csv": 'token,jane,1,"dev,ops"\n',
    "client.yaml": JSON.stringify(CLIENT),
    "policy.jsonl": JSON.stringify(POLICY),
    "AdmissionConfiguration": JSON.stringify(ADMISSION),
    "egress.yaml": JSON.stringify(EGRESS),
    "encryption.yaml": JSON.stringify(ENCRYPTION),
    ...Object.fromEntries(
      CONFIGURATIONS.map(({ kind, content }) => [kind, JSON.stringify(content)]),
    ),
  };
  await Promise.all(
    Object.entries(files).map(([name, text]) => Deno.writeTextFile(`${folder}/${name}`, text)),
  );
}
