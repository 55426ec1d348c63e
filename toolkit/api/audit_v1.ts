// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { authenticationV1 } from "./authentication_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of audit/v1. */
export declare namespace auditV1 {
  /** More about how the user was authenticated. */
  interface AuthenticationMetadata {
    /**
     * The verb by which the impersonation was allowed. Unset without impersonation, and if it was not
     * constrained.
     */
    impersonationConstraint?: string;
  }

  /** What the audit log says of one request at one stage. */
  interface Event {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Event";
    /** In what detail the event was recorded: Metadata, Request or RequestResponse. */
    level: Level;
    /**
     * A unique ID of the request: the same in all of its events, and in the answer's Audit-Id header.
     */
    auditID: string;
    /** The stage of the request: RequestReceived, ResponseStarted, ResponseComplete or Panic. */
    stage: Stage;
    /** The path and query as the client sent them. */
    requestURI: string;
    /**
     * The verb: get, list, watch, create, update, patch, delete and others. For paths that are no
     * resources, the HTTP method in lower case.
     */
    verb: string;
    /** The user who sent the request. */
    user: authenticationV1.UserInfo;
    /** The user as whom the request was carried out. Unset without impersonation. */
    impersonatedUser?: authenticationV1.UserInfo;
    /** More about how the user was authenticated. */
    authenticationMetadata?: AuthenticationMetadata;
    /**
     * The addresses that the request came from: those of the forwarding headers, in order, and that
     * of the connection. All but the last were sent by the client, and may be false.
     */
    sourceIPs?: string[];
    /** The program that the client says it is. It may be false. */
    userAgent?: string;
    /** The object or collection of the request. Unset for paths that are no resources. */
    objectRef?: ObjectReference;
    /** The status of the answer, its message and its code. Unset before there is an answer. */
    responseStatus?: metaV1.Status;
    /**
     * The body of the request as it came, in JSON. Unset below level Request, and for what is no
     * object.
     */
    requestObject?: scalars.JsonValue;
    /** The object that was returned, in JSON. Unset below level RequestResponse. */
    responseObject?: scalars.JsonValue;
    /** When the request reached the server. */
    requestReceivedTimestamp?: scalars.MicroTime | null;
    /** When the request reached this stage. */
    stageTimestamp?: scalars.MicroTime | null;
    /**
     * Keys and values that parts of the server added: why access was allowed, what webhooks did.
     * Present from level Metadata on.
     */
    annotations?: Record<string, string>;
  }

  /** A list of Event objects. */
  interface EventList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EventList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Event[];
  }

  /** Resources of one API group. */
  interface GroupResources {
    /** The API group. Empty for the core group. */
    group?: string;
    /**
     * The resources in the plural, RESOURCE/SUBRESOURCE, `RESOURCE/*` for all subresources or
     * &#42;/SUBRESOURCE. If empty, all.
     */
    resources?: string[];
    /** The names of objects. If empty, all. Requires resources. */
    resourceNames?: string[];
  }

  /**
   * How much of a request is recorded. None: nothing. Metadata: who, when, what. Request: its body
   * too. RequestResponse: the answer's body too.
   */
  type Level = "None" | "Metadata" | "Request" | "RequestResponse" | (string & Record<never, never>);

  /** The object or collection of a request. */
  interface ObjectReference {
    /** The resource in the plural. */
    resource?: string;
    /** The namespace. Empty for cluster-scoped kinds, and for requests about all namespaces. */
    namespace?: string;
    /** The name of the object. Empty for collections, and where the server made the name. */
    name?: string;
    /** The UID of the object, where the request told it. */
    uid?: string;
    /** The API group. Empty for the core group. */
    apiGroup?: string;
    /** The API version without the group. */
    apiVersion?: string;
    /** The resourceVersion of the object, where the request told it. */
    resourceVersion?: string;
    /** The subresource, such as status. Empty: the object itself. */
    subresource?: string;
  }

  /** Which requests are recorded, and in what detail. */
  interface Policy {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Policy";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /**
     * The rules in order: the first that matches decides. A request that none matches is not
     * recorded.
     */
    rules: PolicyRule[];
    /**
     * Stages at which nothing is recorded: RequestReceived, ResponseStarted, ResponseComplete, Panic.
     * Those of the policy and those of the rule add up.
     */
    omitStages?: Stage[];
    /**
     * Whether managed fields are left out of recorded objects. Rules may say otherwise. Default:
     * false.
     */
    omitManagedFields?: boolean;
  }

  /** A list of Policy objects. */
  interface PolicyList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PolicyList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Policy[];
  }

  /**
   * Matches requests, and says in what detail they are recorded. What is set must match; what is
   * empty matches everything.
   */
  interface PolicyRule {
    /**
     * The detail: None, Metadata, Request (adds the request body), RequestResponse (adds both
     * bodies).
     */
    level: Level;
    /** The names of users. */
    users?: string[];
    /** Groups: the user must be in one of them. */
    userGroups?: string[];
    /** Verbs, such as get and update. */
    verbs?: string[];
    /** Resources. With them, requests for paths that are no resources don't match. */
    resources?: GroupResources[];
    /** Namespaces. The empty string stands for requests in none. */
    namespaces?: string[];
    /**
     * Paths that are no resources; a `*` at the end matches any rest. With them, requests for
     * resources don't match.
     */
    nonResourceURLs?: string[];
    /**
     * Stages at which nothing is recorded: RequestReceived, ResponseStarted, ResponseComplete, Panic.
     * Those of the policy and those of the rule add up.
     */
    omitStages?: Stage[];
    /** Whether managed fields are left out of recorded objects. If unset, what the policy says. */
    omitManagedFields?: boolean;
  }

  /**
   * A stage of a request. RequestReceived: before it is handled. ResponseStarted: the headers are
   * sent, and the body takes long, as in a watch. ResponseComplete: the body is sent. Panic: the
   * server failed.
   */
  type Stage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic" | (string & Record<never, never>);
}

export type AuthenticationMetadata = auditV1.AuthenticationMetadata;
export type Event = auditV1.Event;
export type EventList = auditV1.EventList;
export type GroupResources = auditV1.GroupResources;
export type Level = auditV1.Level;
export type ObjectReference = auditV1.ObjectReference;
export type Policy = auditV1.Policy;
export type PolicyList = auditV1.PolicyList;
export type PolicyRule = auditV1.PolicyRule;
export type Stage = auditV1.Stage;
