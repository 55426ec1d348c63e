// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of certificates/v1. */
export declare namespace certificatesV1 {
  /**
   * Requests a certificate from a signer. It is first approved or denied through the approval
   * subresource.
   */
  interface CertificateSigningRequest {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CertificateSigningRequest";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: CertificateSigningRequestSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: CertificateSigningRequestStatus;
  }

  /** A condition of a certificate signing request. */
  interface CertificateSigningRequestCondition {
    /** Approved, Denied or Failed. Approved and Denied can't be removed and exclude each other. */
    type: RequestConditionType;
    /** The status of the condition: always True. */
    status: coreV1.ConditionStatus;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
    /** When the condition was last updated. */
    lastUpdateTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
  }

  /** A list of CertificateSigningRequest objects. */
  interface CertificateSigningRequestList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CertificateSigningRequestList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CertificateSigningRequest[];
  }

  /** The requested certificate and the requesting user. Can't be changed. */
  interface CertificateSigningRequestSpec {
    /** The certificate signing request: PKCS#10 as PEM, in Base64. */
    request: scalars.Base64;
    /** The signer that issues the certificate: DOMAIN/PATH. */
    signerName: string;
    /**
     * The requested lifetime of the certificate in seconds: at least 600. The signer may choose
     * another one. If unset, the signer's default.
     */
    expirationSeconds?: number;
    /** The requested key usages. */
    usages?: KeyUsage[];
    /** An attribute of the user who created the request; set by the server. Can't be changed. */
    username?: string;
    /** An attribute of the user who created the request; set by the server. Can't be changed. */
    uid?: string;
    /** An attribute of the user who created the request; set by the server. Can't be changed. */
    groups?: string[];
    /** An attribute of the user who created the request; set by the server. Can't be changed. */
    extra?: Record<string, ExtraValue>;
  }

  /** The approval and the issued certificate. */
  interface CertificateSigningRequestStatus {
    /** Whether the request was approved or denied, and whether signing failed. */
    conditions?: CertificateSigningRequestCondition[];
    /**
     * The issued certificate followed by any intermediate certificates: PEM, in Base64. Can't be
     * changed once set.
     */
    certificate?: scalars.Base64;
  }

  /** The values of one additional attribute of a user. */
  type ExtraValue = string[];

  /** A purpose that a key may be used for, as certificates state it. */
  type KeyUsage = "signing" | "digital signature" | "content commitment" | "key encipherment" | "key agreement" | "data encipherment" | "cert sign" | "crl sign" | "encipher only" | "decipher only" | "any" | "server auth" | "client auth" | "code signing" | "email protection" | "s/mime" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "timestamping" | "ocsp signing" | "microsoft sgc" | "netscape sgc";

  /**
   * What became of a request. Approved and Denied: a decision, which stays. Failed: the certificate
   * could not be issued.
   */
  type RequestConditionType = "Approved" | "Denied" | "Failed" | (string & Record<never, never>);
}

export type CertificateSigningRequest = certificatesV1.CertificateSigningRequest;
export type CertificateSigningRequestCondition = certificatesV1.CertificateSigningRequestCondition;
export type CertificateSigningRequestList = certificatesV1.CertificateSigningRequestList;
export type CertificateSigningRequestSpec = certificatesV1.CertificateSigningRequestSpec;
export type CertificateSigningRequestStatus = certificatesV1.CertificateSigningRequestStatus;
export type ExtraValue = certificatesV1.ExtraValue;
export type KeyUsage = certificatesV1.KeyUsage;
export type RequestConditionType = certificatesV1.RequestConditionType;
