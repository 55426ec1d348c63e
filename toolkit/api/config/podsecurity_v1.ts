// Made by `deno task generate` from toolkit/facts. Do not edit.

export interface PodSecurityConfiguration {
  apiVersion?: string;
  kind?: "PodSecurityConfiguration";
  defaults: PodSecurityDefaults;
  exemptions: PodSecurityExemptions;
}

export interface PodSecurityDefaults {
  enforce?: string;
  "enforce-version"?: string;
  audit?: string;
  "audit-version"?: string;
  warn?: string;
  "warn-version"?: string;
}

export interface PodSecurityExemptions {
  usernames?: string[];
  namespaces?: string[];
  runtimeClasses?: string[];
}
