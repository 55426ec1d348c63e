package orch.clients.official;

import com.fasterxml.jackson.databind.JsonNode;
import io.kubernetes.client.common.KubernetesType;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import orch.clients.Kind.Maker;
import orch.clients.Normal;

/** A client, and the namespace in which it works. */
record Official(ApiClient client, Maker maker, String kubeconfig) {
  String namespace() {
    return maker.namespace();
  }

  /** What the client has made of an answer. */
  static JsonNode seen(Object model) {
    return model == null ? null : Normal.of(JSON.serialize(model));
  }

  /** What the client has made of an answer, or of its refusal. */
  static <T extends KubernetesType> JsonNode seen(KubernetesApiResponse<T> response) {
    return response.isSuccess() ? seen(response.getObject()) : seen(response.getStatus());
  }

  /** What the client tells of an error. */
  static JsonNode seen(ApiException e) {
    String body = e.getResponseBody();
    return body == null || !body.startsWith("{")
        ? Normal.of("{\"code\": " + e.getCode() + "}") : Normal.of(body);
  }
}
