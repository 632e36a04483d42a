/** The friends of the user, who is online, and the link for new ones. */
import { connection, type PersonalMessage } from '../live/connection.svelte';
import { api, type Friend, type FriendLink } from './client';

class Friends {
  list = $state<Friend[] | null>(null);
  link = $state<FriendLink | null>(null);

  async load(): Promise<void> {
    const { friends, link } = await api.friends();
    this.list = friends;
    this.link = link;
  }

  /** Loads them and follows what changes, until the returned function is called. */
  follow(onerror: (error: unknown) => void): () => void {
    this.load().catch(onerror);
    return connection.listen((message: PersonalMessage) => {
      if (message.type === 'friends') this.load().catch(onerror);
      if (message.type === 'friend') this.list = this.list?.map((one) => (one.id === message.friend ? { ...one, is_online: message.is_online } : one)) ?? null;
    });
  }

  renewLink = async () => (this.link = await api.newFriendLink());
  revokeLink = async () => {
    await api.revokeFriendLink();
    this.link = null;
  };
  remove = async (id: string) => {
    await api.removeFriend(id);
    this.list = this.list?.filter((one) => one.id !== id) ?? null;
  };
}

export const friends = new Friends();
