# What broker-crm.service forbids, as far as it can be had without systemd: the system is read-only but for the folder $1, other
# accounts' homes and processes are hidden, and /tmp is the service's own. Runs the rest of the words.
set -eu
state=$1
account=$2
shift 2
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount --bind "$state" "$state"
mount -o remount,bind,ro /
for home in /root /home; do
  case $PWD in $home/*) ;; *) mount -t tmpfs -o ro,mode=000 tmpfs $home ;; esac
done
mount -t proc -o subset=pid,hidepid=invisible proc /proc
umask 077
exec setpriv --reuid="$account" --regid="$account" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all "$@"
