"""The pages that are asked for by their address: start, creation, sheets, workshop, help, story."""
