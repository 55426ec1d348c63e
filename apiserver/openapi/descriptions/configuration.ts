/**
 * What pods are configured with: config maps, secrets and service accounts.
 *
 * @module
 */

import type { Words } from "./words.ts";

const IMMUTABLE = "True lets nobody change the data, or take this back: only deleting helps. " +
  "Default: false.";

/** The OpenAPI descriptions of config maps, secrets and service accounts. */
export const CONFIGURATION: Words = {
  ConfigMap: ["Texts and bytes by key, for pods to be configured with. At most 1 MiB in all.", {
    immutable: IMMUTABLE,
    data: "Texts by key. Keys are letters, digits, -, _ and dots.",
    binaryData: "Bytes by key, in Base64. No key may be in data too.",
  }],
  Secret: [
    "Confidential bytes by key: passwords, tokens, keys. At most 1 MiB in all. Who may read it, " +
    "or make pods in its namespace, knows them.",
    {
      immutable: IMMUTABLE,
      data: "Bytes by key, in Base64. Keys are letters, digits, -, _ and dots.",
      stringData: "Texts by key, written into data as they are; of one key these win. Never shown.",
      type: "What it is for. Opaque (the default) may hold anything; the types for tokens, " +
        "certificates and logins require certain keys. Can't be changed.",
    },
  ],
  ServiceAccount: ["An identity for what runs in pods.", {
    secrets: "Secrets that pods of the account may use, where that is enforced. Mostly left out.",
    imagePullSecrets: "Secrets with which pods of the account pull images, where they name none.",
    automountServiceAccountToken: "Whether pods of the account get a token as a file. Left out: " +
      "yes. A pod may say otherwise.",
  }],
  ObjectReference: ["An object of any kind.", {
    kind: "The kind of the object.",
    namespace: "The namespace of the object.",
    name: "The name of the object.",
    uid: "The uid of the object.",
    apiVersion: "The group and version of the object.",
    resourceVersion: "The resourceVersion of the object that is meant.",
    fieldPath: "A part of the object: spec.containers{NAME} for a container of a pod.",
  }],
};
