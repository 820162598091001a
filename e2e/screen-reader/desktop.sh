#!/bin/bash
# A desktop for a screen reader: Xvfb, a session bus, AT-SPI, speech-dispatcher with the module that writes speech to
# SPEECH_FILE, Orca and Firefox with Marionette. Runs until it is killed; everything ends with it.
#   desktop.sh FOLDER DISPLAY MARIONETTE_PORT
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1 screen=$2 port=$3
export HOME=$folder/home XDG_RUNTIME_DIR=$folder/run DISPLAY=:$screen LANG=C.UTF-8 LC_ALL=C.UTF-8
export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
export SPEECH_FILE=$folder/speech.txt GNOME_ACCESSIBILITY=1 MOZ_DISABLE_CONTENT_SANDBOX=1
mkdir -p "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME/speech-dispatcher/modules" "$XDG_DATA_HOME/orca" "$folder/profile"
chmod 700 "$XDG_RUNTIME_DIR"
: > "$SPEECH_FILE"
touch "$XDG_CONFIG_HOME/speech-dispatcher/modules/file.conf"
cat > "$XDG_CONFIG_HOME/speech-dispatcher/speechd.conf" <<X
LogLevel 0
LogDir "$folder"
DefaultModule file
AddModule "file" "$here/speech-module.py" "file.conf"
X
cat > "$XDG_DATA_HOME/orca/user-settings.conf" <<X
{"general": {"startingProfile": ["Default", "default"], "enableKeyEcho": false, "structNavTriggersFocusMode": true,
 "presentToolTips": false, "enableBraille": false, "sayAllOnLoad": false},
 "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": false, "enableBraille": false,
 "structNavTriggersFocusMode": true, "sayAllOnLoad": false}}, "pronunciations": {}, "keybindings": {}}
X
cat > "$folder/profile/user.js" <<X
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("layout.spellcheckDefault", 0);
user_pref("signon.rememberSignons", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("marionette.port", $port);
X
trap 'kill 0' EXIT
Xvfb ":$screen" -screen 0 1280x1000x24 -nolisten tcp > /dev/null 2>&1 &
sleep 1
dbus-run-session -- bash -c '
  /usr/libexec/at-spi-bus-launcher --launch-immediately &
  gsettings set org.gnome.desktop.interface toolkit-accessibility true
  speech-dispatcher -d -C "$XDG_CONFIG_HOME/speech-dispatcher"
  sleep 1
  orca --replace --disable braille &
  sleep 3
  exec firefox-esr --no-remote --marionette --profile "$0" --kiosk about:blank
' "$folder/profile" > "$folder/desktop.log" 2>&1
