// Made by `deno task generate` from toolkit/facts. Do not edit.

/** The types of podsecurity/v1. */
export declare namespace podsecurityV1 {
  interface PodSecurityConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodSecurityConfiguration";
    defaults: PodSecurityDefaults;
    exemptions: PodSecurityExemptions;
  }

  interface PodSecurityDefaults {
    enforce?: string;
    "enforce-version"?: string;
    audit?: string;
    "audit-version"?: string;
    warn?: string;
    "warn-version"?: string;
  }

  interface PodSecurityExemptions {
    usernames?: string[];
    namespaces?: string[];
    runtimeClasses?: string[];
  }
}

export type PodSecurityConfiguration = podsecurityV1.PodSecurityConfiguration;
export type PodSecurityDefaults = podsecurityV1.PodSecurityDefaults;
export type PodSecurityExemptions = podsecurityV1.PodSecurityExemptions;
