/** Objects of custom resources in other versions than the one that they are stored in. */
export { type Conversion, conversionMetrics } from "./conversion_metrics.ts";
export { type Converter, SAME_FIELDS } from "./converter.ts";
export { conversionAnnotation, DeclaredConversion, declaredConverter } from "./declared.ts";
export { type WebhookCaller, webhookConverter } from "./webhook.ts";
