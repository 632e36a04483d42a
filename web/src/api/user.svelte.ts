/** The user of this browser, a guest or an account. */
import { connection } from '../live/connection.svelte';
import { api, loadUser, type Credentials, type Me, type NewPassword } from './client';

class CurrentUser {
  current = $state<Me | null>(null);

  async load(): Promise<Me> {
    return (this.current = await loadUser());
  }

  /** The socket of the user before is closed. */
  #become(me: Me): void {
    this.current = me;
    connection.restart();
  }

  rename = async (name: string) => (this.current = await api.rename(name));
  createAccount = async (data: Credentials) => (this.current = await api.createAccount(data));
  signIn = async (data: Credentials) => (this.current = await api.signIn(data));
  signOut = async () => this.#become(await api.signOut());
  signOutEverywhere = async () => (this.current = await api.signOutEverywhere());
  delete = async (password: string | null) => this.#become(await api.deleteAccount({ password }));
  changePassword = async (data: NewPassword) => (this.current = await api.changePassword(data));
}

export const user = new CurrentUser();
