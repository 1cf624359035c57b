/** The emojis that people react with most, by the names that Slack and Mattermost give them. */
const table =
  '+1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 heart ❤️ joy 😂 smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 satisfied 😆 ' +
  'rolling_on_the_floor_laughing 🤣 slightly_smiling_face 🙂 wink 😉 blush 😊 heart_eyes 😍 kissing_heart 😘 thinking_face 🤔 ' +
  'thinking 🤔 cry 😢 sob 😭 open_mouth 😮 scream 😱 sweat_smile 😅 sunglasses 😎 confused 😕 disappointed 😞 rage 😡 ' +
  'angry 😠 tada 🎉 fire 🔥 100 💯 eyes 👀 clap 👏 raised_hands 🙌 pray 🙏 muscle 💪 wave 👋 ok_hand 👌 point_up ☝️ ' +
  'white_check_mark ✅ heavy_check_mark ✔️ x ❌ rocket 🚀 star ⭐ sparkles ✨ bulb 💡 warning ⚠️ question ❓ exclamation ❗ ' +
  'heavy_plus_sign ➕ coffee ☕ beer 🍺 beers 🍻 pizza 🍕 cake 🍰 birthday 🎂 gift 🎁 broken_heart 💔 blue_heart 💙 ' +
  'green_heart 💚 yellow_heart 💛 purple_heart 💜 sun_with_face 🌞 snowflake ❄️ rainbow 🌈 bug 🐛 dog 🐶 cat 🐱 ' +
  'see_no_evil 🙈 facepalm 🤦 face_palm 🤦 shrug 🤷 party_popper 🎉 hugging_face 🤗 hugs 🤗 upside_down_face 🙃 ' +
  'point_right 👉 point_left 👈 point_down 👇 handshake 🤝 heavy_heart_exclamation_mark_ornament ❣️ bell 🔔 lock 🔒 key 🔑';

const names = new Map<string, string>();
const words = table.split(' ');
for (let at = 0; at + 1 < words.length; at += 2) names.set(words[at] as string, words[at + 1] as string);

/** Without a skin tone. A name that is not in the table stays a name. */
export function emojiOf(name: string): string {
  const plain = name
    .replace(/::skin-tone-\d$/, '')
    .replace(/_(?:light|medium|dark|medium_light|medium_dark)_skin_tone$/, '');
  return names.get(plain) ?? name;
}

/** `:name:` in a text, where the name is in the table. */
export const withEmojis = (text: string): string =>
  text.replace(/:([a-z0-9_+-]{1,60}):/g, (whole, name: string) => names.get(name) ?? whole);
