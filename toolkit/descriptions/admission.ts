/**
 * Descriptions of what the server and admission webhooks say to each other.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of admission reviews. */
export const ADMISSION: Words = {
  AdmissionReview: [
    "What the server asks an admission webhook, and what the webhook answers: the server sends " +
    "it with request set, the webhook returns it with response set.",
    {
      request: "What is about to happen. Set by the server.",
      response: "Whether it may happen, and with which changes. Set by the webhook.",
    },
  ],
  AdmissionRequest: ["A request that changes something, or connects to it.", {
    uid: "A unique ID of this question, to be repeated in the response. Asking again about the " +
      "same change has another one.",
    kind: "The kind of the object, in the version in which the webhook gets it.",
    resource: "The resource of the request, in the version in which the webhook gets it.",
    subResource: "The subresource of the request, such as status or scale. Empty: the object " +
      "itself.",
    requestKind: "The kind as the client sent it. It differs from kind where matchPolicy is " +
      "Equivalent and the server converted the object for the webhook.",
    requestResource: "The resource as the client named it. It differs from resource where the " +
      "server converted the object for the webhook.",
    requestSubResource: "The subresource as the client named it.",
    name: "The name of the object. Empty at a creation with generateName, and for requests " +
      "about a whole collection.",
    namespace: "The namespace of the object. Empty for cluster-scoped kinds.",
    operation: "What is done: CREATE, UPDATE, DELETE or CONNECT. A patch and an apply are an " +
      "UPDATE, or a CREATE where there was no object.",
    userInfo: "The user who sent the request.",
    object: "The object as it would be stored, defaults and changes of earlier webhooks " +
      "included. Unset for DELETE.",
    oldObject: "The object as it is now. Set for UPDATE and DELETE only.",
    dryRun: "Whether nothing will be stored. The webhook must have no side effects then. " +
      "Default: false.",
    options: "The options of the operation, such as CreateOptions.",
  }],
  AdmissionResponse: ["The answer of an admission webhook.", {
    uid: "The uid of the request. A response with another one is refused.",
    allowed: "Whether the request may go on.",
    status: "What the client gets if the request is refused: a message, a reason and a code. " +
      "Ignored if allowed is true.",
    patch: "Changes of the object, as a JSON patch. Only from mutating webhooks, and only with " +
      "patchType.",
    patchType: "The format of the patch: JSONPatch. Required with a patch.",
    auditAnnotations: "Keys and values for the audit log. The server puts the name of the " +
      "webhook in front of each key.",
    warnings: "Messages for the client, whether or not the request is allowed. At most 120 " +
      "characters each is advisable; the server may cut them off beyond 256, and beyond 4096 in " +
      "total.",
  }],
};
