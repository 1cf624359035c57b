import { useState } from 'preact/hooks';
import type { Account, DmPolicy, PhotoVisibility, Profile, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { AccountFacts } from '../members/account-facts.js';
import { Avatar } from '../members/avatar.js';
import { rename, saveProfile } from '../members/people-actions.js';
import { Choice, Switch } from '../ui/fields.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { LanguageChoice } from '../ui/language-choice.js';
import { useSettingsText } from './settings-text.js';
import { UsernameCheck } from './username-check.js';

const policies: DmPolicy[] = ['open', 'paid', 'closed'];
const visibilities: PhotoVisibility[] = ['everyone', 'followers', 'nobody'];

export function ProfileSection({ account }: { account: Account }) {
  const text = useText();
  const words = useSettingsText();
  const [username, setUsername] = useState(account.username ?? '');
  const [profile, setProfile] = useState<Profile>(() => profileOf(account));
  const [error, setError] = useState<WireError | null>(null);
  const [isSaved, setSaved] = useState(false);
  const change = (fields: Partial<Profile>) => {
    setSaved(false);
    setProfile({ ...profile, ...fields });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const named = username.trim() === account.username ? Promise.resolve() : rename(username);
    named
      .then(() => saveProfile({ ...profile, bio: profile.bio?.trim() || null }))
      .then(() => {
        setError(null);
        setSaved(true);
      })
      .catch((refused: unknown) => setError(wireOf(refused)));
  };
  return (
    <form class="form" onSubmit={submit} data-testid="profile-form">
      <div class="me-head">
        <Avatar name={account.username ?? ''} photo={account.avatar} size={64} />
        <p>
          {text.followersCount(account.follows.followers)} · {text.followingCount(account.follows.following)}
        </p>
      </div>
      <Field label={text.username} testId="profile-username" max={24} value={username} onChange={setUsername} />
      <UsernameCheck name={username.trim()} held={account.username ?? ''} />
      <label class="field">
        <span>{text.bio}</span>
        <textarea
          class="input"
          rows={3}
          maxLength={200}
          data-testid="profile-bio"
          placeholder={text.bioHint}
          value={profile.bio ?? ''}
          onInput={(event) => change({ bio: event.currentTarget.value })}
        />
      </label>
      <Near profile={profile} change={change} />
      <div class="setting-row">
        {words.language}
        <LanguageChoice />
      </div>
      <AccountFacts account={account} />
      <FormError testId="profile-error">{error && problemsOf(text, error)}</FormError>
      <div class="form-buttons">
        {isSaved && <span data-testid="profile-saved">{text.saved}</span>}
        <button type="submit" class="button" data-testid="profile-save">
          {text.saveChanges}
        </button>
      </div>
    </form>
  );
}

const profileOf = ({ bio, dm_policy, dm_star_cost, photo_visibility, hidden_profile, personalized_ads }: Account) => ({
  bio,
  dm_policy,
  dm_star_cost,
  photo_visibility,
  hidden_profile,
  personalized_ads,
});

function Near({ profile, change }: { profile: Profile; change: (fields: Partial<Profile>) => void }) {
  const text = useText();
  const words = useSettingsText();
  return (
    <>
      <Choice
        label={text.dmPolicy}
        testId="profile-dm-policy"
        value={profile.dm_policy}
        options={policies.map((value) => ({ value, label: text.dmPolicies[value] }))}
        onChange={(value) => change({ dm_policy: value as DmPolicy })}
      />
      {profile.dm_policy === 'paid' && (
        <label class="field">
          <span>{text.dmCost}</span>
          <input
            class="input"
            type="number"
            min={1}
            max={100_000}
            data-testid="profile-dm-cost"
            value={profile.dm_star_cost}
            onInput={(event) => change({ dm_star_cost: Math.round(event.currentTarget.valueAsNumber || 0) })}
          />
        </label>
      )}
      <Choice
        label={text.photoVisibility}
        testId="profile-photo-visibility"
        value={profile.photo_visibility}
        options={visibilities.map((value) => ({ value, label: text.photoVisibilities[value] }))}
        onChange={(value) => change({ photo_visibility: value as PhotoVisibility })}
      />
      <Switch
        label={text.personalizedAds}
        testId="profile-ads"
        isOn={profile.personalized_ads}
        onChange={(isOn) => change({ personalized_ads: isOn })}
      />
      <Switch
        label={words.hiddenProfile}
        testId="profile-hidden"
        isOn={profile.hidden_profile}
        onChange={(isOn) => change({ hidden_profile: isOn })}
      />
      <p class="form-hint">{words.hiddenProfileHint}</p>
    </>
  );
}
