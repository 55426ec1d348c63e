// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, Time } from "./scalars.ts";

export interface CertificateSigningRequest {
  apiVersion?: string;
  kind?: "CertificateSigningRequest";
  metadata?: metaV1.ClusterObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestCondition {
  type: RequestConditionType;
  status: coreV1.ConditionStatus;
  reason?: string;
  message?: string;
  lastUpdateTime?: Time | null;
  lastTransitionTime?: Time | null;
}

export interface CertificateSigningRequestList {
  apiVersion?: string;
  kind?: "CertificateSigningRequestList";
  metadata?: metaV1.ListMeta;
  items: CertificateSigningRequest[];
}

export interface CertificateSigningRequestSpec {
  request: Base64;
  signerName: string;
  expirationSeconds?: number;
  usages?: KeyUsage[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, ExtraValue>;
}

export interface CertificateSigningRequestStatus {
  conditions?: CertificateSigningRequestCondition[];
  certificate?: Base64;
}

export type ExtraValue = string[];

export type KeyUsage = "signing" | "digital signature" | "content commitment" | "key encipherment" | "key agreement" | "data encipherment" | "cert sign" | "crl sign" | "encipher only" | "decipher only" | "any" | "server auth" | "client auth" | "code signing" | "email protection" | "s/mime" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "timestamping" | "ocsp signing" | "microsoft sgc" | "netscape sgc";

export type RequestConditionType = "Approved" | "Denied" | "Failed" | (string & Record<never, never>);
