export function BannerScreen() {
  return null;
}
