package orch.clients;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All kinds that are served and can be made. */
final class Kinds {
  private Kinds() {}

  /** Those of the table, with what the server says of them. A step fails for each that the table lacks. */
  static List<Kind> load(KubernetesClient client, Steps steps) throws IOException {
    List<Kind> kinds = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String template : templates()) {
      GenericKubernetesResource sample =
          Serialization.unmarshal(template, GenericKubernetesResource.class);
      String apiVersion = sample.getApiVersion();
      known.add(apiVersion + " " + sample.getKind());
      steps.attempt(apiVersion + " " + sample.getKind(), () -> kinds.add(kindOf(client, sample, template)));
    }
    versions(client).forEach(version -> resources(client, version)
        .filter(resource -> resource.getVerbs().contains("watch"))
        .map(resource -> version + " " + resource.getKind())
        .filter(key -> !known.contains(key))
        .forEach(key -> steps.attempt(key, () -> Checks.expect(false, "is served, and not in the table"))));
    return kinds;
  }

  private static Kind kindOf(KubernetesClient client, GenericKubernetesResource sample, String template) {
    String apiVersion = sample.getApiVersion();
    List<APIResource> all = resources(client, apiVersion).toList();
    APIResource own = all.stream()
        .filter(resource -> resource.getKind().equals(sample.getKind()) && !resource.getName().contains("/"))
        .findFirst().orElseThrow(() -> new AssertionError("not served"));
    boolean hasStatus = all.stream().anyMatch(resource -> resource.getName().equals(own.getName() + "/status"));
    int slash = apiVersion.indexOf('/');
    return new Kind(apiVersion.substring(0, Math.max(slash, 0)), apiVersion.substring(slash + 1), sample.getKind(),
        own.getName(), own.getNamespaced(), hasStatus, template);
  }

  private static Stream<String> versions(KubernetesClient client) {
    return Stream.concat(Stream.of("v1"), client.getApiGroups().getGroups().stream()
        .flatMap(group -> group.getVersions().stream()).map(version -> version.getGroupVersion()));
  }

  private static Stream<APIResource> resources(KubernetesClient client, String version) {
    APIResourceList list = client.getApiResources(version);
    return list == null ? Stream.of() : list.getResources().stream();
  }

  private static List<String> templates() throws IOException {
    try (InputStream in = Kinds.class.getResourceAsStream("/kinds.yaml")) {
      return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n---\n"));
    }
  }
}
