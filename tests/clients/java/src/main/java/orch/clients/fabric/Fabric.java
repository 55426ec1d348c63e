package orch.clients.fabric;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import orch.clients.Kind.Maker;
import orch.clients.Normal;

/** A client, and the namespace in which it works. */
record Fabric(KubernetesClient client, Maker maker, HttpClient.Factory transport, String kubeconfig) {
  String namespace() {
    return maker.namespace();
  }

  /** What the client has made of an answer. */
  static JsonNode seen(Object model) {
    return model == null ? null : Normal.of(Serialization.asJson(model));
  }

  /** What the client tells of an error. */
  static JsonNode seen(KubernetesClientException e) {
    return e.getStatus() == null ? Normal.of("{\"code\": " + e.getCode() + "}") : seen(e.getStatus());
  }
}
