// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { authenticationV1 } from "./authentication_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of admission/v1. */
export declare namespace admissionV1 {
  /** A request that changes something, or connects to it. */
  interface AdmissionRequest {
    /**
     * A unique ID of this question, to be repeated in the response. Asking again about the same
     * change has another one.
     */
    uid?: string;
    /** The kind of the object, in the version in which the webhook gets it. */
    kind?: metaV1.GroupVersionKind;
    /** The resource of the request, in the version in which the webhook gets it. */
    resource?: metaV1.GroupVersionResource;
    /** The subresource of the request, such as status or scale. Empty: the object itself. */
    subResource?: string;
    /**
     * The kind as the client sent it. It differs from kind where matchPolicy is Equivalent and the
     * server converted the object for the webhook.
     */
    requestKind?: metaV1.GroupVersionKind;
    /**
     * The resource as the client named it. It differs from resource where the server converted the
     * object for the webhook.
     */
    requestResource?: metaV1.GroupVersionResource;
    /** The subresource as the client named it. */
    requestSubResource?: string;
    /**
     * The name of the object. Empty at a creation with generateName, and for requests about a whole
     * collection.
     */
    name?: string;
    /** The namespace of the object. Empty for cluster-scoped kinds. */
    namespace?: string;
    /**
     * What is done: CREATE, UPDATE, DELETE or CONNECT. A patch and an apply are an UPDATE, or a
     * CREATE where there was no object.
     */
    operation?: Operation;
    /** The user who sent the request. */
    userInfo?: authenticationV1.UserInfo;
    /**
     * The object as it would be stored, defaults and changes of earlier webhooks included. Unset for
     * DELETE.
     */
    object?: scalars.JsonValue;
    /** The object as it is now. Set for UPDATE and DELETE only. */
    oldObject?: scalars.JsonValue;
    /** Whether nothing will be stored. The webhook must have no side effects then. Default: false. */
    dryRun?: boolean;
    /** The options of the operation, such as CreateOptions. */
    options?: scalars.JsonValue;
  }

  /** The answer of an admission webhook. */
  interface AdmissionResponse {
    /** The uid of the request. A response with another one is refused. */
    uid?: string;
    /** Whether the request may go on. */
    allowed?: boolean;
    /**
     * What the client gets if the request is refused: a message, a reason and a code. Ignored if
     * allowed is true.
     */
    status?: metaV1.Status;
    /**
     * Changes of the object, as a JSON patch. Only from mutating webhooks, and only with patchType.
     */
    patch?: scalars.Base64;
    /** The format of the patch: JSONPatch. Required with a patch. */
    patchType?: PatchType;
    /**
     * Keys and values for the audit log. The server puts the name of the webhook in front of each
     * key.
     */
    auditAnnotations?: Record<string, string>;
    /**
     * Messages for the client, whether or not the request is allowed. At most 120 characters each is
     * advisable; the server may cut them off beyond 256, and beyond 4096 in total.
     */
    warnings?: string[];
  }

  /**
   * What the server asks an admission webhook, and what the webhook answers: the server sends it with
   * request set, the webhook returns it with response set.
   */
  interface AdmissionReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AdmissionReview";
    /** What is about to happen. Set by the server. */
    request?: AdmissionRequest;
    /** Whether it may happen, and with which changes. Set by the webhook. */
    response?: AdmissionResponse;
  }

  /** What a request does to an object. A patch or an apply is a CREATE or an UPDATE. */
  type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT" | (string & Record<never, never>);

  /** The format of a patch: JSONPatch is RFC 6902. */
  type PatchType = "JSONPatch" | (string & Record<never, never>);
}

export type AdmissionRequest = admissionV1.AdmissionRequest;
export type AdmissionResponse = admissionV1.AdmissionResponse;
export type AdmissionReview = admissionV1.AdmissionReview;
export type Operation = admissionV1.Operation;
export type PatchType = admissionV1.PatchType;
