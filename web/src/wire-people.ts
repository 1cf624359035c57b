/** Accounts and people, by the service's own names. */
import type { Room } from './wire.js';

export interface Photo {
  id: string;
  url: string;
  thumb_url: string;
  is_primary: boolean;
  created_at: string;
}

export type DmPolicy = 'open' | 'closed' | 'paid';
export type PhotoVisibility = 'everyone' | 'followers' | 'nobody';

export interface Profile {
  bio: string | null;
  dm_policy: DmPolicy;
  dm_star_cost: number;
  photo_visibility: PhotoVisibility;
  hidden_profile: boolean;
  personalized_ads: boolean;
}

export interface Account extends Profile {
  id: string;
  username: string | null;
  avatar: Photo | null;
  follows: { followers: number; following: number };
  stars: number;
  premium: boolean;
  birth_date: string | null;
  gender: string | null;
  created_at: string;
}

export interface Person {
  id: string;
  username: string;
  avatar: Photo | null;
}

export interface ContactPerson extends Person {
  source: 'following' | 'dm';
}

export interface ProfileCard {
  user: Person & {
    following: boolean;
    follows_me: boolean;
    follows: { followers: number; following: number };
    dm_policy: DmPolicy;
    dm_star_cost: number;
    bio?: string | null;
  };
  common_rooms: Room[];
  dm: Room | null;
}

export interface StarEntry {
  delta: number;
  reason: string;
  related_room: string | null;
  created_at: string;
}

export interface LoginSession {
  id: string;
  platform: string | null;
  device_model: string | null;
  app_version: string | null;
  created_at: string;
  last_used_at: number;
  current: boolean;
}

export interface PutLink {
  method: 'PUT';
  url: string;
  key: string;
  headers: Record<string, string>;
}

export interface DataExport {
  id: string;
  status: string;
  /** Once it is ready; the first one leads to the others. */
  urls?: string[];
}
