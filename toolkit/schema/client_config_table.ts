// Made by `deno task generate` from toolkit/facts. Do not edit.

/** The declarations of client config files, in the form that declarations.ts reads. */
export const CLIENT_CONFIG_PACKAGES: Readonly<Record<string, string>> = {
  "clientconfig/v1": `=AuthInfo
client-certificate	string		eo
client-certificate-data	bytes		eo
client-key	string		eo
client-key-data	bytes		eo
token	string		eo
tokenFile	string		eo
as	string		eo
as-uid	string		eo
as-groups	[]string		eo
as-user-extra	map[string][]string		eo
username	string		eo
password	string		eo
auth-provider	*AuthProviderConfig		eo
exec	*ExecConfig		eo
extensions	[]NamedExtension		eo
=AuthProviderConfig
name	string
config	map[string]string
=Cluster
server	string
tls-server-name	string		eo
insecure-skip-tls-verify	bool		eo
certificate-authority	string		eo
certificate-authority-data	bytes		eo
proxy-url	string		eo
disable-compression	bool		eo
extensions	[]NamedExtension		eo
=Config
kind	string		eo
apiVersion	string		eo
preferences	Preferences		z
clusters	[]NamedCluster
users	[]NamedAuthInfo
contexts	[]NamedContext
current-context	string
extensions	[]NamedExtension		eo
=Context
cluster	string
user	string
namespace	string		eo
extensions	[]NamedExtension		eo
=ExecConfig
command	string
args	[]string		o
env	[]ExecEnvVar		o
apiVersion	string		e
installHint	string		e
provideClusterInfo	bool
interactiveMode	ExecInteractiveMode		eo
=ExecEnvVar
name	string
value	string
=ExecInteractiveMode:string		Never	IfAvailable	Always
=NamedAuthInfo
name	string
user	AuthInfo
=NamedCluster
name	string
cluster	Cluster
=NamedContext
name	string
context	Context
=NamedExtension
name	string
extension	raw
=Preferences
colors	bool		eo
extensions	[]NamedExtension		eo`,
};
