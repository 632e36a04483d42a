/** The friends of the user, who is online, whom the user has blocked, and the link for new ones. */
import { connection, type PersonalMessage } from '../live/connection.svelte';
import { api, type BlockedUser, type Friend, type FriendLink } from './client';

class Friends {
  list = $state<Friend[] | null>(null);
  blocked = $state<BlockedUser[]>([]);
  link = $state<FriendLink | null>(null);

  async load(): Promise<void> {
    const { friends, blocked, link } = await api.friends();
    this.list = friends;
    this.blocked = blocked;
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
  /** Revokes the link, too. */
  remove = async (id: string) => {
    await api.removeFriend(id);
    await this.load();
  };
  block = async (id: string) => {
    await api.blockFriend(id);
    await this.load();
  };
  unblock = async (id: string) => {
    await api.unblock(id);
    await this.load();
  };
}

export const friends = new Friends();
