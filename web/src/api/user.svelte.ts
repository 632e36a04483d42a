/** Who sits in front of this browser. */
import { beSomebody, rest, type Credentials, type Me, type NewPassword } from './client';

class Person {
  current = $state<Me | null>(null);

  /** Settles when the server knows us. */
  async meet(): Promise<Me> {
    return (this.current = await beSomebody());
  }

  rename = async (name: string) => (this.current = await rest.rename(name));
  makeAccount = async (data: Credentials) => (this.current = await rest.makeAccount(data));
  signIn = async (data: Credentials) => (this.current = await rest.signIn(data));
  signOut = async () => (this.current = await rest.signOut());
  signOutEverywhere = async () => (this.current = await rest.signOutEverywhere());
  changePassword = async (data: NewPassword) => (this.current = await rest.changePassword(data));
}

export const person = new Person();
