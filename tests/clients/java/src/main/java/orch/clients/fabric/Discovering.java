package orch.clients.fabric;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ApiVisitor;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import orch.clients.Steps;

/** What a server says that it serves. */
final class Discovering {
  private Discovering() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    steps.see("version", () -> List.of(client.getKubernetesVersion().getMajor(), client.getKubernetesVersion().getMinor()));
    steps.see("groups", () -> client.getApiGroups().getGroups().stream()
        .filter(Discovering::isBuiltIn).map(Fabric::seen).toList());
    steps.see("one group", () -> Fabric.seen(client.getApiGroup("apps")));
    steps.attempt("no such group", () -> same(null, client.getApiGroup("none.example.com")));
    steps.see("resources", () -> {
      TreeMap<String, Object> all = new TreeMap<>();
      all.put("v1", Fabric.seen(client.getApiResources("v1")));
      client.getApiGroups().getGroups().stream().filter(Discovering::isBuiltIn)
          .flatMap(group -> group.getVersions().stream()).map(GroupVersionForDiscovery::getGroupVersion)
          .forEach(version -> all.put(version, Fabric.seen(client.getApiResources(version))));
      return all;
    });
    steps.see("root paths", () -> client.rootPaths().getPaths().stream()
        .filter(path -> !path.contains("example.com")).sorted().toList());
    steps.see("API versions", () -> client.getAPIVersions().getVersions());
    steps.attempt("supports", () -> {
      expect(client.supports(Pod.class), "no pods");
      expect(client.supports("apps/v1", "Deployment"), "no deployments");
      expect(!client.supports("apps/v1", "None"), "none");
      expect(client.hasApiGroup("batch", true) && client.hasApiGroup("k8s.io", false), "no batch");
      expect(client.supportsApiPath("/apis/apps/v1"), "no path");
    });
    steps.see("visits all", () -> {
      Set<String> found = new TreeSet<>();
      client.visitResources(new ApiVisitor() {
        @Override
        public ApiVisitResult visitApiGroup(String group) {
          return group.endsWith("example.com") ? ApiVisitResult.SKIP : ApiVisitResult.CONTINUE;
        }

        @Override
        public ApiVisitResult visitResource(String group, String version, APIResource resource,
            MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList,
                Resource<GenericKubernetesResource>> operation) {
          found.add(group + "/" + version + " " + resource.getName());
          return ApiVisitResult.CONTINUE;
        }
      });
      return found;
    });
    steps.see("raw", () -> List.of(client.raw("/readyz"), client.raw("/livez/ping"), client.raw("/healthz")));
  }

  private static boolean isBuiltIn(APIGroup group) {
    return !group.getName().endsWith("example.com");
  }
}
