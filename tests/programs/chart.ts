/**
 * A chart for helm, with all that charts are made of.
 *
 * @module
 */

const FILES: Readonly<Record<string, string>> = {
  "Chart.yaml": `apiVersion: v2
name: shop
version: 0.1.0
appVersion: "1"
`,
  "values.yaml": `color: red
port: 80
widgets: 2
`,
  "crds/widgets.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.shop.example}
spec:
  group: shop.example
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [color]
              properties:
                color: {type: string, enum: [red, blue]}
`,
  "templates/_names.tpl": `{{- define "shop.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
`,
  "templates/config.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-config
  labels: {{- include "shop.labels" . | nindent 4 }}
data:
  color: {{ .Values.color | quote }}
  revision: {{ .Release.Revision | quote }}
  apis: {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" | quote }}
  {{- with lookup "v1" "Secret" .Release.Namespace "given" }}
  given: {{ index .data "word" | b64dec | quote }}
  {{- end }}
`,
  "templates/service.yaml": `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
  labels: {{- include "shop.labels" . | nindent 4 }}
spec:
  selector: {app: shop}
  ports: [{name: http, port: {{ .Values.port }}, targetPort: 8080}]
`,
  "templates/account.yaml": `apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Release.Name }}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: {{ .Release.Name }}}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: {{ .Release.Name }}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .Release.Name }}}
subjects: [{kind: ServiceAccount, name: {{ .Release.Name }}}]
`,
  "templates/deployment.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: 1
  paused: true
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers: [{name: shop, image: shop.example/shop:1, env: [{name: COLOR, value: {{ .Values.color }}}]}]
`,
  "templates/widgets.yaml": `{{- range $i := until (int .Values.widgets) }}
---
apiVersion: shop.example/v1
kind: Widget
metadata: {name: {{ $.Release.Name }}-{{ $i }}}
spec: {color: {{ $.Values.color }}}
{{- end }}
`,
  "templates/hooks.yaml":
    `{{- range $hook := list "pre-install" "post-install" "pre-upgrade" "pre-rollback" "pre-delete" "test" }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ $.Release.Name }}-{{ $hook }}
  annotations:
    helm.sh/hook: {{ $hook }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: hook, image: shop.example/hook:1}]
{{- end }}
`,
  "templates/NOTES.txt": "The shop is {{ .Values.color }}.\n",
};

/** Writes the chart into `folder`. */
export async function writeChart(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const path = `${folder}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, text);
  }
}
