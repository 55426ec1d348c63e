/**
 * What a container's image is called: `registry.example.com:5000/team/app:1.2@sha256:…`.
 *
 * @module
 */

const DOMAIN_LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const DOMAIN = `(?:${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PART = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const TAG = "[\\w][\\w.-]{0,127}";
const DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const REFERENCE = new RegExp(
  `^(?:(${DOMAIN})/)?(${PART}(?:/${PART})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);
const IDENTIFIER = /^[a-f0-9]{64}$/;
const NAME_LIMIT_CHARS = 255;
/** What every name without a registry is completed by. */
const DEFAULT_DOMAIN = "docker.io/library";

/** The tag of an image, `latest` where it names neither one nor a digest; undefined: it is no name. */
export function imageTag(text: string): string | undefined {
  if (IDENTIFIER.test(text)) return undefined;
  const slash = text.indexOf("/");
  const first = text.slice(0, slash);
  const hasDomain = slash >= 0 &&
    (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  const whole = hasDomain ? text : `${DEFAULT_DOMAIN}/${text}`;
  const [, domain, path = "", tag, digest] = REFERENCE.exec(whole) ?? [];
  if (domain === undefined || `${domain}/${path}`.length > NAME_LIMIT_CHARS) return undefined;
  return tag ?? (digest === undefined ? "latest" : "");
}
