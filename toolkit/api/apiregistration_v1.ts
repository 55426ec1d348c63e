// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of apiregistration/v1. */
export declare namespace apiregistrationV1 {
  /** Registers a group version and the server that serves it. Its name is VERSION.GROUP. */
  interface APIService {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIService";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: APIServiceSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: APIServiceStatus;
  }

  /** A condition of an API service. */
  interface APIServiceCondition {
    /** The type of the condition: Available. */
    type: APIServiceConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of an API service. Available: its server can be reached and answers. */
  type APIServiceConditionType = "Available" | (string & Record<never, never>);

  /** A list of APIService objects. */
  interface APIServiceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIServiceList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: APIService[];
  }

  /** The group version, its server, and its priority. */
  interface APIServiceSpec {
    /**
     * The service of the extension server that requests are proxied to. If unset, this server handles
     * them itself.
     */
    service?: ServiceReference;
    /** The API group. */
    group?: string;
    /** The API version. */
    version?: string;
    /**
     * Whether to accept the server's certificate without verification. Not allowed with caBundle.
     * Default: false.
     */
    insecureSkipTLSVerify?: boolean;
    /**
     * The CA certificates that verify the server's certificate: PEM, in Base64. If unset, the CAs of
     * the host.
     */
    caBundle?: scalars.Base64;
    /** The priority of the group in discovery: 1 to 20000, higher first. */
    groupPriorityMinimum: number;
    /**
     * The priority of the version within its group: 1 to 1000, higher first. Equal ones are ordered
     * by name: v2, v1, v1beta1.
     */
    versionPriority: number;
  }

  /** The observed state of an API service. */
  interface APIServiceStatus {
    /** The conditions of the object, at most one of each type. */
    conditions?: APIServiceCondition[];
  }

  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

  /** A reference to a service. */
  interface ServiceReference {
    /** The namespace of the service. */
    namespace?: string;
    /** The name of the service. */
    name?: string;
    /** The port of the service: 1 to 65535. Default: 443. */
    port?: number;
  }
}

export type APIService = apiregistrationV1.APIService;
export type APIServiceCondition = apiregistrationV1.APIServiceCondition;
export type APIServiceConditionType = apiregistrationV1.APIServiceConditionType;
export type APIServiceList = apiregistrationV1.APIServiceList;
export type APIServiceSpec = apiregistrationV1.APIServiceSpec;
export type APIServiceStatus = apiregistrationV1.APIServiceStatus;
export type ConditionStatus = apiregistrationV1.ConditionStatus;
export type ServiceReference = apiregistrationV1.ServiceReference;
