package testserver

import (
	"fmt"
	"iter"
	"os/exec"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"k8s.io/component-base/featuregate"
	baseversion "k8s.io/component-base/version"
)

// featureFlag is set by FeatureFlag alone: tests turn features on and off beside it.
const featureFlag = "feature-gates"

// ChangedFlags are those that say how options differ from their defaults.
func ChangedFlags(sets iter.Seq[*pflag.FlagSet]) []string {
	var flags []string
	for set := range sets {
		set.VisitAll(func(flag *pflag.Flag) {
			value := flag.Value.String()
			if flag.Name == featureFlag || withoutEffect[flag.Name] || value == flag.DefValue {
				return
			}
			if list, ok := flag.Value.(pflag.SliceValue); ok {
				value = strings.Join(list.GetSlice(), ",")
			}
			// Lists of other types are written in brackets.
			if strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]") {
				value = value[1 : len(value)-1]
			}
			values := []string{value}
			if flag.Value.Type() == namedPairs {
				values = strings.Split(value, ";")
			}
			for _, one := range values {
				flags = append(flags, fmt.Sprintf("--%s=%s", flag.Name, one))
			}
		})
	}
	sort.Strings(flags)
	return flags
}

// namedPairs is the type of flags that are given once for each pair of files.
const namedPairs = "namedCertKey"

// alwaysOn are features that the reference has no switch for any more.
var alwaysOn = []string{"APIPriorityAndFairness", "ServiceAccountIssuerDiscovery"}

// withoutEffect are flags of the reference that a server here has no use for, whatever they say.
var withoutEffect = map[string]bool{"etcd-db-metric-poll-interval": true}

// Unknown are the flags that the server has no name for.
func Unknown(flags []string) []string {
	var unknown []string
	for _, flag := range flags {
		name, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		if !help().flags[name] {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// FeatureFlag is the one that has the features on that a test wants: by its gate, and by flags, which come first. What the
// server has no name for is as it is; the second result says what of that a test wants otherwise.
func FeatureFlag(gate featuregate.MutableVersionedFeatureGate, flags []string) (flag []string, missing []string) {
	wanted := map[string]string{}
	for _, name := range alwaysOn {
		wanted[name] = "true"
	}
	all := gate.GetAll()
	for feature, spec := range all {
		if on := gate.Enabled(feature); on != spec.Default {
			wanted[string(feature)] = fmt.Sprint(on)
		}
	}
	for _, flag := range flags {
		list, ok := strings.CutPrefix(flag, "--"+featureFlag+"=")
		if !ok {
			continue
		}
		for _, pair := range strings.Split(list, ",") {
			name, on, _ := strings.Cut(pair, "=")
			wanted[name] = on
		}
	}
	var pairs []string
	for name, on := range wanted {
		switch {
		case help().features[name]:
			pairs = append(pairs, name+"="+on)
		case on != fmt.Sprint(all[featuregate.Feature(name)].Default):
			missing = append(missing, name+"="+on)
		}
	}
	if emulated := gate.EmulationVersion(); emulated.String() != baseversion.DefaultKubeBinaryVersion {
		missing = append(missing, "the behaviour of "+emulated.String())
	}
	sort.Strings(missing)
	if len(pairs) == 0 {
		return nil, missing
	}
	sort.Strings(pairs)
	return []string{"--" + featureFlag + "=" + strings.Join(pairs, ",")}, missing
}

// known are the flags and the features that a server has names for.
type known struct {
	flags, features map[string]bool
}

var (
	// flagName finds flags in what a server says of them, and featureName features.
	flagName    = regexp.MustCompile(`--([a-z][a-z0-9-]+)`)
	featureName = regexp.MustCompile(`([A-Z]\w+) \((?:alpha|beta|ga|deprecated)\b`)
)

var help = sync.OnceValue(func() known {
	names := known{map[string]bool{}, map[string]bool{"AllAlpha": true, "AllBeta": true}}
	words, err := serverCommand()
	if err != nil {
		return names
	}
	text, _ := exec.Command(words[0], append(words[1:], "--help")...).CombinedOutput()
	for _, match := range flagName.FindAllStringSubmatch(string(text), -1) {
		names.flags[match[1]] = true
	}
	for _, match := range featureName.FindAllStringSubmatch(string(text), -1) {
		names.features[match[1]] = true
	}
	return names
})
