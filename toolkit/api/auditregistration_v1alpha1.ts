// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of auditregistration/v1alpha1. */
export declare namespace auditregistrationV1alpha1 {
  /** Sends audit events to a webhook. */
  interface AuditSink {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AuditSink";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: AuditSinkSpec;
  }

  /** A list of AuditSink objects. */
  interface AuditSinkList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AuditSinkList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: AuditSink[];
  }

  /** Which events are sent, and where. */
  interface AuditSinkSpec {
    /** Which requests are audited, and in what detail. */
    policy: Policy;
    /** The webhook that receives the events. */
    webhook: Webhook;
  }

  /**
   * How much of a request is recorded. None: nothing. Metadata: who, when, what. Request: its body
   * too. RequestResponse: the answer's body too.
   */
  type Level = "None" | "Metadata" | "Request" | "RequestResponse" | (string & Record<never, never>);

  /** Which requests are audited, and in what detail. */
  interface Policy {
    /**
     * The detail: None, Metadata, Request (adds the request body), RequestResponse (adds both
     * bodies).
     */
    level: Level;
    /** The stages that create events: RequestReceived, ResponseStarted, ResponseComplete, Panic. */
    stages?: Stage[] | null;
  }

  /** A reference to a service in the cluster. */
  interface ServiceReference {
    /** The namespace of the service. */
    namespace: string;
    /** The name of the service. */
    name: string;
    /** The URL path of requests. Default: /. */
    path?: string;
    /** The port of the service: 1 to 65535. Default: 443. */
    port?: number;
  }

  /**
   * A stage of a request. RequestReceived: before it is handled. ResponseStarted: the headers are
   * sent, and the body takes long, as in a watch. ResponseComplete: the body is sent. Panic: the
   * server failed.
   */
  type Stage = string;

  /** The connection to the webhook and the rate of events. */
  interface Webhook {
    /** Limits the rate of batches. */
    throttle?: WebhookThrottleConfig;
    /** How to connect to the webhook. */
    clientConfig: WebhookClientConfig;
  }

  /** How to connect to a webhook: either url or service. */
  interface WebhookClientConfig {
    /** The URL of the webhook: https://HOST:PORT/PATH, without user, query or fragment. */
    url?: string;
    /** The service of the webhook. */
    service?: ServiceReference;
    /**
     * The CA certificates that verify the webhook's certificate: PEM, in Base64. If unset, the CAs of
     * the host.
     */
    caBundle?: scalars.Base64;
  }

  /** Limits the rate at which batches are sent. */
  interface WebhookThrottleConfig {
    /** The maximum average number of batches per second. Default: 10. */
    qps?: scalars.Int64;
    /** The maximum number of batches sent at the same moment. Default: 15. */
    burst?: scalars.Int64;
  }
}

export type AuditSink = auditregistrationV1alpha1.AuditSink;
export type AuditSinkList = auditregistrationV1alpha1.AuditSinkList;
export type AuditSinkSpec = auditregistrationV1alpha1.AuditSinkSpec;
export type Level = auditregistrationV1alpha1.Level;
export type Policy = auditregistrationV1alpha1.Policy;
export type ServiceReference = auditregistrationV1alpha1.ServiceReference;
export type Stage = auditregistrationV1alpha1.Stage;
export type Webhook = auditregistrationV1alpha1.Webhook;
export type WebhookClientConfig = auditregistrationV1alpha1.WebhookClientConfig;
export type WebhookThrottleConfig = auditregistrationV1alpha1.WebhookThrottleConfig;
