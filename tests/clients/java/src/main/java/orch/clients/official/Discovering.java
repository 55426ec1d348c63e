package orch.clients.official;

import io.kubernetes.client.Discovery;
import io.kubernetes.client.openapi.apis.ApisApi;
import io.kubernetes.client.openapi.apis.VersionApi;
import io.kubernetes.client.util.ModelMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import orch.clients.Steps;

/** What a server says that it serves. */
final class Discovering {
  private Discovering() {}

  static void run(Official official, Steps steps) {
    steps.see("version", () -> {
      var version = new VersionApi(official.client()).getCode().execute();
      return List.of(version.getMajor(), version.getMinor());
    });
    steps.see("groups", () -> new ApisApi(official.client()).getAPIVersions().execute().getGroups().stream()
        .filter(group -> !group.getName().endsWith("example.com")).map(Official::seen).toList());
    steps.see("everything", () -> {
      Map<String, Object> all = new TreeMap<>();
      new Discovery(official.client()).findAll().stream()
          .filter(resource -> !resource.getGroup().endsWith("example.com"))
          .forEach(resource -> all.put(resource.getGroup() + "/" + resource.getResourcePlural(), List.of(
              resource.getVersions(), resource.getKind(), resource.getNamespaced(), resource.getSubResources())));
      return all;
    });
    steps.attempt("maps of classes", () -> ModelMapper.refresh(new Discovery(official.client())));
  }
}
