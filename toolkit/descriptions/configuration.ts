/**
 * Descriptions of config maps, secrets and service accounts.
 *
 * @module
 */

import type { Words } from "./words.ts";

const IMMUTABLE = "True makes the data immutable. It can't be set back to false: delete the " +
  "object and create it again. Default: false.";

/** The descriptions of config maps, secrets and service accounts. */
export const CONFIGURATION: Words = {
  ConfigMap: ["Configuration data for pods, as strings and bytes by key. At most 1 MiB in total.", {
    immutable: IMMUTABLE,
    data: "Strings by key. Keys consist of letters, digits, -, _ and dots.",
    binaryData: "Bytes by key, in Base64. The keys must not be in data too.",
  }],
  Secret: [
    "Confidential data by key, such as passwords, tokens and keys. At most 1 MiB in total. " +
    "Anyone who can read it, or create pods in its namespace, has access to it.",
    {
      immutable: IMMUTABLE,
      data: "Bytes by key, in Base64. Keys consist of letters, digits, -, _ and dots.",
      stringData: "Strings by key, which the server writes into data, replacing values of the " +
        "same key. Write-only.",
      type: "The type of the data. Opaque (the default) allows any keys; types for tokens, " +
        "certificates and logins require certain ones. Can't be changed.",
    },
  ],
  ServiceAccount: ["An identity for processes that run in pods.", {
    secrets: "Secrets that pods of the account may use, where this is enforced. Usually unset.",
    imagePullSecrets: "Secrets for pulling images in pods of the account that specify none " +
      "themselves.",
    automountServiceAccountToken: "Whether pods of the account get a token mounted. A pod can " +
      "override it. Default: true.",
  }],
  ObjectReference: ["A reference to an object of any kind.", {
    kind: "The kind of the object.",
    namespace: "The namespace of the object.",
    name: "The name of the object.",
    uid: "The UID of the object.",
    apiVersion: "The group and version of the object.",
    resourceVersion: "The resourceVersion of the object that is referred to.",
    fieldPath: "A part of the object, such as spec.containers{NAME} for a container of a pod.",
  }],
};
